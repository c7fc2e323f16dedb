import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { settingsAtom } from '#client/theme/settings.ts'
import 'swagger-ui-dist/swagger-ui.css'

/** A description in the viewer; requests are tried by programs, with their keys. */
export function Description({ spec }: { spec: object }) {
  const place = useRef<HTMLDivElement>(null)
  const isDark = useAtomValue(settingsAtom).mode === 'dark'
  useEffect(() => {
    // By this class of the page the viewer is dark.
    document.documentElement.classList.toggle('dark-mode', isDark)
    return () => document.documentElement.classList.remove('dark-mode')
  }, [isDark])
  useEffect(() => {
    const domNode = place.current
    if (!domNode) return
    SwaggerUI({
      spec,
      domNode,
      supportedSubmitMethods: [],
      docExpansion: 'list',
      defaultModelsExpandDepth: 1,
    })
    return () => domNode.replaceChildren()
  }, [spec])
  return <div ref={place} style={{ minWidth: 0, overflowX: 'auto' }} />
}
