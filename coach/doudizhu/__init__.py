"""What is particular to Dou Dizhu in the coach."""
