"""What the drawings of all games share: palette, CSS, geometry, cloth, cards, player marks."""
