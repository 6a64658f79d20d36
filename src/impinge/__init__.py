"""impinge"""
