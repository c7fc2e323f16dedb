import { type ComponentType, Suspense } from 'react'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { blockViews } from './block-views.ts'
import './panel.css'

/** A block drawn by its widget if it names one, else by its type. */
export function BlockView({ block }: { block: PanelBlock }) {
  const { blockWidgets } = useExtensions()
  const Widget = 'widget' in block && block.widget ? blockWidgets?.get(block.widget) : undefined
  const Own = blockViews[block.type] as ComponentType<{ block: PanelBlock }>
  return Widget ? (
    <Suspense fallback={<div className="pro-block" aria-busy="true" />}>
      <Widget block={block} />
    </Suspense>
  ) : (
    <Own block={block} />
  )
}
