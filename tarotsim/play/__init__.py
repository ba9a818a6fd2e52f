"""The table at which a person sits, and the table on which a recorded deal is looked at again.

`words` (the languages; one file each in `messages/`), `answers` (what the person types), `board`,
`showing` and `settlement` (what is shown, as lines of text), `terminal` (lines in and out, and keys),
`session` (deal after deal), `recorded` and `review` (for `replay`). The rules are those of
`tarotsim.rules`, one decision at a time through `tarotsim.engine.steps`.
"""
