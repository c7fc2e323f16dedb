import { getIcon } from '#runtime/ui/icons/icons.ts'

const icons: Readonly<Record<string, string>> = {
  approve: 'audit',
  fill: 'form',
  copy: 'mail',
  branch: 'branches',
  parallel: 'cluster',
  sub: 'apartment',
  wait: 'field-time',
  act: 'interaction',
}

/** The drawing of a type of steps; a type without one has a plain block. */
export function StepIcon({ type }: { type: string }) {
  const Icon = getIcon(icons[type] ?? 'block')
  return <Icon aria-hidden />
}
