"""The possible changes in a Python file, from its syntax tree. Docstrings, texts and imports are unchanged."""
import ast

from changes import Mutant

COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
               ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"}
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
         ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
         ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
         ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.And: "and", ast.Or: "or"}
OPERATORS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
             ast.LShift: ">>", ast.RShift: "<<", ast.BitAnd: "|", ast.BitOr: "&", ast.And: "or", ast.Or: "and"}


class Finder(ast.NodeVisitor):
    def __init__(self, file, source):
        self.file, self.source, self.found = file, source, []
        self.starts = [0]
        for line in source.encode().split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.bytes = source.encode()

    def place(self, line, column):
        return len(self.bytes[:self.starts[line - 1] + column].decode())

    def span(self, node):
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno, node.end_col_offset)

    def add(self, kind, begin, end, new, line):
        self.found.append(Mutant(self.file, line, kind, (begin, end, "python"), self.source[begin:end], new))

    def sign(self, kind, left, right, old, new):
        """An operator between two operands."""
        begin, end = self.span(left)[1], self.span(right)[0]
        at = self.source.find(old, begin, end)
        if at >= 0:
            self.add(kind, at, at + len(old), new, left.end_lineno)

    def visit_Compare(self, node):
        left = node.left
        for op, right in zip(node.ops, node.comparators):
            self.sign("condition", left, right, SIGNS[type(op)], COMPARISONS[type(op)])
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        for left, right in zip(node.values, node.values[1:]):
            self.sign("condition", left, right, SIGNS[type(node.op)], OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_BinOp(self, node):
        text = any(isinstance(n, (ast.JoinedStr, ast.Constant)) and isinstance(getattr(n, "value", ""), str)
                   for n in (node.left, node.right))
        if type(node.op) in OPERATORS and not text:
            self.sign("operator", node.left, node.right, SIGNS[type(node.op)], OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_Constant(self, node):
        value = node.value
        if isinstance(value, (bool, int, float)):
            begin, end = self.span(node)
            new = str(not value) if isinstance(value, bool) else str(value + 1) if isinstance(value, int) else repr(value * 1.7 + 0.1)
            self.add("constant", begin, end, new, node.lineno)

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            begin, end = self.span(node)
            self.add("condition", begin, end, self.source[slice(*self.span(node.operand))], node.lineno)
        self.generic_visit(node)

    def visit_Call(self, node):
        for a, b in zip(node.args, node.args[1:]):
            if isinstance(a, ast.Name) and isinstance(b, ast.Name) and a.id != b.id:
                self.add("argument", self.span(a)[0], self.span(b)[1], f"{b.id}, {a.id}", a.lineno)
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        pass

    def deleted(self, node):
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not text:
            self.add("statement", *self.span(node), "pass", node.lineno)
        self.generic_visit(node)

    visit_Expr = visit_AugAssign = deleted


def mutants(file, source):
    finder = Finder(file, source)
    finder.visit(ast.parse(source))
    return finder.found


def changed(source, mutant):
    begin, end, _ = mutant.region
    return source[:begin] + mutant.after + source[end:]
