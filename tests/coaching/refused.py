"""Texts that no problem can be made of, with the words in which each is refused, wherever it was typed."""

from __future__ import annotations

FORM = {"q": "0 1", "k": "1 0; 0 1", "v": "6 0; 0 3"}
"""The chapter's example, of which each case changes something."""

KNOWN = "beside numbers, only + - * / ^ ( ) sqrt √ exp ln log2 e pi are known"
NO_MASK = 'is neither none, causal nor rows of 1 and 0 (1 = may attend) such as "1 0; 1 1"'
NO_NUMBER_TO_ADD = "a mask holds only 1 (may attend) and 0 (hidden); numbers to add go into {add_mask}"
NO_PERCENT = "a number is wanted here, no percentage"
TOO_LONG = "characters long; at most 10,000 can be read"
INFINITE = "it is not a finite number"
MANY_WAYS = "can be read in more than one way: put blanks between numbers, and points before decimals"

REFUSED = [
    ("q", "", "{q} is empty: add at least one query, such as 0 1"),
    ("k", " [ ] ", "{k} is empty: add at least one key, such as 1 0"),
    ("k", "[[], []]", "{k} is empty: add at least one key, such as 1 0"),
    ("v", "\n\n", "{v} is empty: add at least one value, such as 6 0"),
    ("q", "_ _", '{q} "_ _": nothing is filled in'),
    ("q", "0 _", '{q} "0 _": Number 2 is blank; a number is wanted there'),
    ("q", "_ nan 0", '{q} "_ nan 0": Number 1 is blank; a number is wanted there'),
    ("q", "kinf = [0, nan]", '{q} "kinf = [0, nan]": row 1, column 2 is not a finite number'),
    ("q", "0 - inf", f'{{q}} "0 - inf": I can\'t read "inf" (at character 5): {INFINITE}'),
    ("k", "1,0\n0,,1", '{k} "1,0; 0,,1": Row 2, column 2 is blank; a number is wanted there'),
    ("k", "1 0\n0 nan", '{k} "1 0; 0 nan": row 2, column 2 is not a finite number'),
    ("k", "[[1, 0], [−∞, 1]]", '{k} "[[1, 0], [−∞, 1]]": row 2, column 1 is not a finite number'),
    ("v", "Infinity 0; 0 3", '{v} "Infinity 0; 0 3": row 1, column 1 is not a finite number'),
    ("q", '[[0, "-inf"]]', '{q} "[[0, "-inf"]]": row 1, column 2 is not a finite number'),
    ("q", "Q = [[0, NaN]]", '{q} "Q = [[0, NaN]]": row 1, column 2 is not a finite number'),
    ("q", "q1 0 nan", '{q} "q1 0 nan": row 1, column 2 is not a finite number'),
    ("q", "nan", '{q} "nan": I can\'t read "nan" (at character 1): it is not a finite number'),
    ("q", "1/0 nan", '{q} "1/0 nan": I can\'t read "1/0" (at character 1): nothing can be divided by zero'),
    ("q", "1e400", f'{{q}} "1e400": I can\'t read "1e400" (at character 1): this is too large; {INFINITE}'),
    ("q", "10^400", f'{{q}} "10^400": I can\'t read "10^400" (at character 1): this power is too large; {INFINITE}'),
    ("q", "0 zero", f'{{q}} "0 zero": I can\'t read "zero" (at character 3): {KNOWN}'),
    ("k", "[[1, 2], [3]]", '{k} "[[1, 2], [3]]": The rows differ in length: row 2 has 1 number, row 1 has 2'),
    ("q", "0,5 0,7", '{q} "0,5 0,7" may mean [0.5, 0.7] or [0, 5, 0, 7]: type "0.5 0.7" or "0 5 0 7"'),
    ("k", "1,0;0,1", '{k} "1,0;0,1" may mean [[1], [0.1]] or [[1, 0], [0, 1]]: type "1; 0.1" or "1 0; 0 1"'),
    ("k", "16,000", '{k} "16,000" may mean 16000 or 16 or [16, 0]: type "16000" or "16" or "16 0"'),
    ("v", "0,3302 " * 30, f'{{v}} "0,3302 0,3302 0,3302 0,3…" {MANY_WAYS}'),
    ("v", "5%; 3", f'{{v}} "5%; 3": I can\'t read "5%" (row 1, column 1): {NO_PERCENT}; write 0.05'),
    ("k", "0 1;\n" * 2500, f'{{k}} "0 1; 0 1; 0 1; 0 1; 0 1;…": This is 12,500 {TOO_LONG}'),
    ("mask", "cusal", f'{{mask}} "cusal" {NO_MASK}'),
    ("mask", "True False", f'{{mask}} "True False" {NO_MASK}'),
    ("mask", "x 1", f'{{mask}} "x 1" {NO_MASK}'),
    ("mask", "1 2", f"{{mask}} row 1, column 2 is 2; {NO_NUMBER_TO_ADD}"),
    ("mask", "1 1\n0.5 1", f"{{mask}} row 2, column 1 is 0.5; {NO_NUMBER_TO_ADD}"),
    ("mask", "0 -inf", f"{{mask}} row 1, column 2 is −∞; {NO_NUMBER_TO_ADD}"),
    ("mask", "1 0; 1", '{mask} "1 0; 1": The rows differ in length: row 2 has 1 number, row 1 has 2'),
    ("mask", "[]", "{mask} is empty: add at least one row, such as 1 0"),
    ("add_mask", "0 inf", '{add_mask} "0 inf": row 1, column 2 is not a finite number'),
    ("add_mask", "-inf ∞", '{add_mask} "-inf ∞": row 1, column 2 is not a finite number'),
    ("add_mask", "-inf -nan", '{add_mask} "-inf -nan": row 1, column 2 is not a finite number'),
    ("add_mask", "0 _", '{add_mask} "0 _": Number 2 is blank; a number is wanted there'),
    ("add_mask", "_ -inf", '{add_mask} "_ -inf": Number 1 is blank; a number is wanted there'),
    ("add_mask", "1-inf nan", f'{{add_mask}} "1-inf nan": I can\'t read "inf" (at character 3): {INFINITE}'),
    ("add_mask", "zero", f'{{add_mask}} "zero": I can\'t read "zero" (at character 1): {KNOWN}'),
    ("add_mask", "[]", "{add_mask} is empty: add at least one row, such as 0 -2"),
    ("scale", "1/0", '{scale} "1/0": I can\'t read "1/0" (at character 1): nothing can be divided by zero'),
    ("scale", "1 2", '{scale} "1 2": These are 2 numbers, but 1 number is wanted, for example 0.1'),
    ("scale", "d_k", f'{{scale}} "d_k": I can\'t read "d_k" (at character 1): {KNOWN}'),
    ("scale", "[]", "{scale} is empty: add at least one number, such as 0.5"),
    ("temperature", "0,5", '{temperature} "0,5" may mean 0.5: type "0.5"'),
    ("temperature", "hot", f'{{temperature}} "hot": I can\'t read "hot" (at character 1): {KNOWN}'),
    ("softcap", "inf", '{softcap} "inf": I can\'t read "inf" (at character 1): it is not a finite number'),
    ("heads", "two", '{heads} "two" is not a whole number such as 2'),
    ("heads", "1.5", '{heads} "1.5" is not a whole number such as 2'),
    ("heads", "1_0", '{heads} "1_0" is not a whole number such as 2'),
    ("heads", "0", '{heads} "0" is out of range: it takes 1 or more'),
    ("heads", "-1", '{heads} "-1" is out of range: it takes 1 or more'),
    ("offset", "0.5", '{offset} "0.5" is not a whole number such as 2'),
    ("offset", "1 2", '{offset} "1 2" is not a whole number such as 2'),
    ("d_model", "0", '{d_model} "0" is out of range: it takes 1 or more'),
]  # fmt: skip
"""Field, what was typed there, and the sentence, in which {q} is what the field is called."""

UNFIT = [
    ({"q": "0 1 2"}, "the queries have 3 numbers each, the keys 2"),
    ({"q": "1"}, "the queries have 1 number each, the keys 2"),
    ({"k": "1 0"}, "1 key but 2 values: each key needs one value"),
    ({"v": "6 0; 0 3; 1 1"}, "2 keys but 3 values: each key needs one value"),
    ({"heads": "3"}, "Q has 2 columns, which 3 heads cannot share evenly"),
    ({"heads": "2", "v": "6 0 1; 0 3 1"}, "V has 3 columns, which 2 heads cannot share evenly"),
    ({"mask": "1; 0"}, "the mask is 2×1; with a row for each query and a column for each key it is 1×2"),
    (
        {"q": "0 1; 1 0", "k": "1 0", "v": "6 0", "mask": "1 0"},
        "the mask is 1×2; with a row for each query and a column for each key it is 2×1",
    ),
    ({"add_mask": "0"}, "the added mask is 1×1; with a row for each query and a column for each key it is 1×2"),
    ({"temperature": "-1"}, "temperature must be above 0, not -1"),
    (
        {"temperature": "0"},
        "temperature 0 would divide by 0; its limit is the greedy choice, all weight on the largest score",
    ),
    ({"softcap": "-1"}, "softcap must be 0 (off) or above, not -1"),
    (
        {"q": "1e200", "k": "1e200", "v": "1"},
        "the score of query 1 and key 1 overflows to infinity: make the numbers in Q and K smaller",
    ),
    (
        {"scale": "1e308", "k": "1 0; 0 10"},
        "the score of query 1 and key 2 overflows to infinity: make the numbers in Q and K smaller",
    ),
]
"""Texts that are read, but are no calculation together; and how the calculation says so."""
