import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'

/** One record of a screen without its list: a form for those who may edit it, else its view. */
export function RecordPage({ screen, id }: { screen: ScreenDocument; id: string }) {
  const navigate = useNavigate()
  const types = useFieldTypes()
  const needs = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const isFirst = !((window.history.state as { idx?: number } | null)?.idx ?? 0)
  const close = () => (isFirst ? navigate('/', { replace: true }) : navigate(-1))
  return (
    <Dictionaries codes={needs}>
      <FormHost
        key={id}
        screen={screen}
        mode="edit"
        id={id}
        frame={(content, actions, ready) => (
          <FormChrome
            open="page"
            width="100%"
            title={screen.title}
            whole
            footer={actions}
            ready={ready}
            onClose={close}
          >
            {content}
          </FormChrome>
        )}
        onSaved={() => undefined}
        onClose={close}
      />
    </Dictionaries>
  )
}
