"""Two small components without a picture: the browser's cookie, and its presence."""
