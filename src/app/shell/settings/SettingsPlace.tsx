import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { ShellPart } from '#client/errors/ShellPart.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { settingsOpenAtom } from './open.ts'

const SettingsDrawer = lazyPart(async () => (await import('./SettingsDrawer.tsx')).SettingsDrawer)
/** The handle at the edge is for developers: it exists only under `npm run dev`. */
const SettingsHandle = import.meta.env.DEV
  ? lazyPart(async () => (await import('./SettingsHandle.tsx')).SettingsHandle)
  : null

/** The slot of the settings drawer; its code loads when it is first opened. */
export function SettingsPlace() {
  const [isOpen, setOpen] = useAtom(settingsOpenAtom)
  const [wasOpen, setWasOpen] = useState(isOpen)
  useEffect(() => {
    if (isOpen) setWasOpen(true)
  }, [isOpen])
  return (
    <ShellPart title="系统设置">
      {(isOpen || wasOpen) && <SettingsDrawer isOpen={isOpen} onClose={() => setOpen(false)} />}
      {SettingsHandle && <SettingsHandle isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
    </ShellPart>
  )
}
