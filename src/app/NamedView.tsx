import { useEffect } from 'react'
import type { NamedViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { actionViews } from './action-views.ts'

/** The registered view of that name. A page that is older than its document may not have it. */
export function NamedView({ name, ...props }: NamedViewProps) {
  const View = actionViews.get(name)
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
