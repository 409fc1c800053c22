"""The catalogue of mistakes, part by part: each rule computes the wrong answer that it explains."""
