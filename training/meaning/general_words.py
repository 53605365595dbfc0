"""Writes the most used words of English and Chinese, a word a line, for `read-pages.ts --words`.

    python general_words.py > words.txt
"""

import re

from wordfreq import top_n_list

MOST = 40_000

english = [w for w in top_n_list("en", 60_000) if re.fullmatch(r"[a-z]{2,20}", w)]
chinese = [
    w for w in top_n_list("zh", 80_000, wordlist="large") if re.fullmatch(r"[\u4e00-\u9fff]{2}", w)
]
print("\n".join(english[:MOST] + chinese[:MOST]))
