"""Reports: run folders turned into tables, figures and one page."""
