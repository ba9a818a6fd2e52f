"""The log of a run: Parquet parts and a manifest, as `log.md` names them."""
