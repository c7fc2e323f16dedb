import { EditorView, Prec } from '@uiw/react-codemirror'
import { ConfigProvider, theme } from 'antd'
import { useContext } from 'react'

/** The background of the page under the colors of the library. */
export const ground = Prec.highest(
  EditorView.theme({
    '&': { backgroundColor: 'var(--ant-color-bg-container, #fff)' },
    '.cm-gutters': {
      backgroundColor: 'var(--ant-color-fill-quaternary, #fafafa)',
      color: 'var(--ant-color-text-tertiary, #767676)',
    },
  }),
)

/** Whether the page is drawn in dark colours. */
export function useIsDark(): boolean {
  const { theme: config } = useContext(ConfigProvider.ConfigContext)
  return [config?.algorithm].flat().includes(theme.darkAlgorithm)
}
