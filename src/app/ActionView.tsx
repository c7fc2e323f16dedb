import { useEffect } from 'react'
import type { NamedViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { allParts } from './all-modules.ts'

/** The view that a button of a list names. A page that is older than its document may not have it. */
export function ActionView({ name, ...props }: NamedViewProps) {
  const View = allParts.actionViews.get(name)
  return View ? <View {...props} /> : <UnknownView {...props} />
}

function UnknownView({ onClose }: Pick<NamedViewProps, 'onClose'>) {
  const { notify } = useServices()
  useEffect(() => {
    notify('warning', '这个按钮是新加的，请刷新页面再用')
    onClose()
  }, [notify, onClose])
  return null
}
