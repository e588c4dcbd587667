"""stub"""
def summary(results): return ""
