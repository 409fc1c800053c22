"""attn-tutor: learn attention and causal language models by doing the arithmetic."""

__version__ = "0.1.0"
