"""The parts of the page of lessons: what is asked, what is answered, and what is known by then."""
