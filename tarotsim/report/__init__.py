"""Reports: tables and plots of a study, as a page, as Markdown, CSV and JSON."""
