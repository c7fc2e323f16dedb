import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { findNode, type MenuTreeNode, menuTreeQuery } from '#runtime/data/menu-tree.ts'
import { ReadOnlyText } from '#runtime/fields/kit/text/ReadOnlyText.tsx'
import { actionCodes, reportCodes } from '#runtime/schema/action-codes.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'

/** All nodes, those below others included. */
const allNodes = (nodes: readonly MenuTreeNode[]): MenuTreeNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])])

/** The permission code of a button; the codes of the document that the entry above opens are offered. */
export function MenuCode(props: ControlProps) {
  const { id, field, value, values, onChange, onBlur, disabled, readOnly, invalid, autoFocus } = props
  const { http } = useServices()
  const { loadScreen } = useDocumentLoader()
  const { data: nodes = [] } = useQuery({ ...menuTreeQuery(http), enabled: !readOnly && !disabled })
  const component = findNode(nodes, String(values.parentId ?? ''))?.component ?? ''
  const { data: codes = [] } = useQuery({
    queryKey: ['permission', 'codes', component],
    queryFn: async () => {
      const document = await loadScreen(component)
      const screen = asDocumentWith(document, 'hasTable')
      const report = asDocumentWith(document, 'hasQuery')
      return screen ? actionCodes(screen) : report ? reportCodes(report) : []
    },
    enabled: component !== '' && !component.startsWith('layouts/'),
    retry: false,
  })
  const code = typeof value === 'string' ? value : ''
  if (readOnly) return <ReadOnlyText {...(props as ControlProps<string>)} text={code} />
  const taken = new Set(allNodes(nodes).flatMap(({ perms }) => perms ?? []))
  return (
    <AutoComplete
      id={id}
      aria-label={getTitle(field)}
      value={code}
      options={codes.map((entry) => ({
        value: entry.code,
        label: `${entry.code} ${entry.title}${taken.has(entry.code) ? '（已有按钮）' : ''}`,
        disabled: taken.has(entry.code),
      }))}
      filterOption={(word, option) => String(option?.label ?? '').includes(word)}
      placeholder="如 stock:in:audit"
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoFocus={autoFocus}
      onBlur={onBlur}
      onChange={(next: string | undefined) => onChange(next ? next : null)}
    />
  )
}
