"""Reports: what the analysis found, drawn."""
