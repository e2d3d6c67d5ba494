"""What developers run: golden files, catalogues, pictures."""
