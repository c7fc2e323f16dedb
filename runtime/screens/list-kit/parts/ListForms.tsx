import type { ComponentProps } from 'react'
import type { Values } from '#runtime/record/scope.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { DialogBoundary } from '#runtime/ui/errors/lazy-dialog.tsx'
import { FormHost } from './lazy-form.ts'
import { useListContext } from './list-context.tsx'

interface Props {
  /** Draws the form in a frame of the screen kind instead of a window. */
  frame?: ComponentProps<typeof FormHost>['frame']
  onSaved?(record: Values): void
}

/** The record that is open over a list, in its form or in a dialog of its own. */
export function ListForms({ frame, onSaved }: Props) {
  const { screen, list, defaults } = useListContext()
  const { recordDialogs } = useExtensions()
  const { form } = list.state
  if (!form) return null
  const close = () => list.change({ form: undefined })
  const OwnDialog = form.mode === 'detail' ? recordDialogs?.get(list.plan.id) : undefined
  return (
    <DialogBoundary onClose={close}>
      {!OwnDialog ? (
        <FormHost
          key={`${form.mode}:${form.id ?? form.under ?? form.from ?? ''}`}
          screen={screen}
          mode={form.mode}
          id={form.id}
          from={form.from}
          defaults={defaults}
          page={form.page}
          frame={frame}
          list={list}
          onPage={list.formLink && (() => list.change({ form: { ...form, mode: 'detail', page: true } }))}
          onClose={close}
          onSaved={(record) => {
            onSaved?.(record)
            void list.refresh()
          }}
        />
      ) : (
        form.id && <OwnDialog screen={list.plan.id} id={form.id} onClose={close} />
      )}
    </DialogBoundary>
  )
}
