import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../parts/lazy.tsx'
import type { FileSettings } from '../parts/paths.ts'
import { Shield } from '../parts/Shield.tsx'

const CropModal = lazyPart(async () => (await import('./CropModal.tsx')).CropModal)

interface Asked {
  file: File
  answer(part: File | null): void
}

/** Has each picture cut before it goes up, where the field asks for it. */
export function useCrop({ crop }: FileSettings): {
  prepare?: (file: File) => Promise<File | null>
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!crop) return { dialog: null }
  const dialog = asked && (
    <Shield>
      <Suspense>
        <CropModal
          file={asked.file}
          ratio={crop === true ? undefined : crop}
          onDone={(part) => {
            setAsked(null)
            asked.answer(part)
          }}
        />
      </Suspense>
    </Shield>
  )
  return { prepare: (file) => new Promise((answer) => setAsked({ file, answer })), dialog }
}
