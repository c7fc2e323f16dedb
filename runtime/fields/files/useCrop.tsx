import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { FilesFamily } from './settings.ts'

const CropModal = lazyPart(async () => (await import('./CropModal.tsx')).CropModal)

interface CropRequest {
  file: File
  answer(part: File | null): void
}

/** Crops each picture before the upload if the field requires it. */
export function useCrop({ crop }: FilesFamily['image']): {
  prepare?: (file: File) => Promise<File | null>
  dialog: ReactNode
} {
  const [request, setRequest] = useState<CropRequest | null>(null)
  if (!crop) return { dialog: null }
  const dialog = request && (
    <StopPropagation>
      <Suspense>
        <CropModal
          file={request.file}
          ratio={crop === true ? undefined : crop}
          onDone={(part) => {
            setRequest(null)
            request.answer(part)
          }}
        />
      </Suspense>
    </StopPropagation>
  )
  return { prepare: (file) => new Promise((answer) => setRequest({ file, answer })), dialog }
}
