"""The kinds of practice questions, by what they are about. See elric.tutor.questions."""
