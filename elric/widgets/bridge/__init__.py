"""What runs in Jupyter: the widgets that show a Screen and hand on what the browser says."""
