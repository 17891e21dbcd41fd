"""What a person decides: accepting and rejecting proposals, and taking an import back."""
