"""World boxes of posed things, and the boxes that rays pass through."""
