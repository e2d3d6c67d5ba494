"""Views as SVG and as text: drawings take a view, so none can show more than its seat sees."""
