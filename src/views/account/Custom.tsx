import { Radio } from 'antd'
import { useAtom } from 'jotai'
import { Choice } from '#client/theme/Choice.tsx'
import { type Mode, settingsAtom } from '#client/theme/settings.ts'
import { swatches } from '#client/theme/swatches.tsx'
import { radioGroupRole } from '#runtime/ui/radio-group.ts'
import { SettingsFrame, SettingsSection } from './SettingsFrame.tsx'

const modes: { value: Mode; label: string }[] = [
  { value: 'light', label: '白色' },
  { value: 'dark', label: '暗色' },
]

/** 个性化设置: the appearance in this browser, the same that the settings drawer changes. */
export default function Custom() {
  const [{ mode, color }, change] = useAtom(settingsAtom)
  return (
    <SettingsFrame>
      <SettingsSection title="个性化设置">
        <ul className="view-own-rows">
          <li>
            <span>
              <b>风格配色</b>
              <small>整体风格配色设置，只在这个浏览器里有效</small>
            </span>
            <Radio.Group
              {...radioGroupRole}
              aria-label="风格配色"
              optionType="button"
              value={mode}
              options={modes}
              onChange={({ target }) => change({ mode: target.value })}
            />
          </li>
          <li>
            <span>
              <b>主题色</b>
              <small>
                页面风格配色：
                {swatches.find(({ value }) => value.toLowerCase() === color.toLowerCase())?.label ?? color}
              </small>
            </span>
            <Choice
              label="主题色"
              value={color}
              options={swatches}
              onChange={(newColor) => change({ color: newColor })}
            />
          </li>
        </ul>
      </SettingsSection>
    </SettingsFrame>
  )
}
