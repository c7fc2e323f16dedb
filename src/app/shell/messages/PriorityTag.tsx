import { StateTag } from '#runtime/ui/state/StateTag.tsx'

const priorities: Readonly<Record<string, readonly [text: string, color: string]>> = {
  L: ['一般消息', 'blue'],
  M: ['重要消息', 'orange'],
  H: ['紧急消息', 'red'],
}

export function PriorityTag({ priority }: { priority: string | null }) {
  const [text, color] = priorities[priority ?? ''] ?? []
  return text === undefined ? null : <StateTag value={text} text={text} tags={{ [text]: color ?? '' }} />
}
