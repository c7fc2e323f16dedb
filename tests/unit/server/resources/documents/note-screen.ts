/** A screen document with one text field; `over` replaces its keys. */
export const noteScreen = (over: Record<string, unknown> = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'demo/note',
  title: '便笺',
  perm: 'demo:note',
  table: { name: 'demo_note' },
  fields: [{ key: 'ftext', title: '文字', type: 'input', length: 50, query: 'like' }],
  ...over,
})
