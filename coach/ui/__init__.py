"""The pages of the app; only this package and ``app.py`` import streamlit."""
