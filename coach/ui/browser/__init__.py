"""Three small components: the browser's cookie, its presence, and a file read from it."""
