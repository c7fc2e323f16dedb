import type { Node } from './node.ts'

/** The parts of a node, in the order in which they are written. */
function listParts(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'list':
      return node.items
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'if':
      return [node.test, node.yes, node.no]
    case 'call':
      return node.args
    default:
      return []
  }
}

/** All nodes of an expression, each before its parts. */
export function* walkNodes(node: Node): Generator<Node> {
  yield node
  for (const part of listParts(node)) yield* walkNodes(part)
}
