"""Questions about one instance: what if a value were different, and on what does the answer depend?"""
