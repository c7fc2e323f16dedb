import { Tag } from 'antd'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, CellProps, ControlProps, QueryControlProps } from '../../contract/contract.ts'
import { ChoiceQuery, ItemsQuery } from '../kit/choice/ChoiceQuery.tsx'
import type { ChoiceV } from '../kit/choice/choice.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { TextQuery } from '../kit/text/TextQuery.tsx'
import type { ChoiceFamily } from './settings.ts'
import {
  type CheckboxV,
  checkboxGroupValue,
  checkboxPair,
  checkboxValue,
  type choiceValues,
  listMultiValue,
  radioValue,
  selectValue,
  selSearchValue,
  splitTags,
  switchStates,
  switchValue,
  tagsValue,
} from './values.ts'

function CheckboxQuery(props: QueryControlProps) {
  const [checked, unchecked] = checkboxPair(props.field)
  const items = [
    { value: String(checked), text: '是' },
    { value: String(unchecked), text: '否' },
  ]
  return <ItemsQuery {...props} items={items} />
}

/** A switch has no state for "either", so its query control is a select. */
const SwitchQuery = (props: QueryControlProps) => (
  <ItemsQuery
    {...props}
    items={switchStates(props.field).map(({ value, text }) => ({ value: String(value), text }))}
  />
)

function TagsCell({ value }: CellProps<string>) {
  return splitTags(value).map((tag, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two tags may be the same, and none moves
    <Tag key={at} bordered={false}>
      {tag}
    </Tag>
  ))
}

const SelectControl = lazyControl<ControlProps<ChoiceV, ChoiceFamily['select']>>(
  async () => (await import('./SelectControl.tsx')).SelectControl,
)

export const selectType = defineFieldType(selectValue, {
  Control: SelectControl,
  preload: () => SelectControl.preload(),
  QueryControl: ChoiceQuery,
  designer: {
    label: '下拉选择',
    group: 'choice',
    icon: 'down-square',
    sample: {
      key: 'fselect',
      title: '下拉选择',
      type: 'select',
      options: [
        { value: '1', text: '甲' },
        { value: '2', text: '乙' },
      ],
    },
  },
})

export const radioType = defineFieldType(radioValue, {
  Control: lazyControl<ControlProps<ChoiceV, ChoiceSettings>>(
    async () => (await import('./RadioControl.tsx')).RadioControl,
  ),
  QueryControl: ChoiceQuery,
  isMultiline: true,
  designer: {
    label: '单选',
    group: 'choice',
    icon: 'check-circle',
    sample: {
      key: 'fradio',
      title: '单选',
      type: 'radio',
      options: [
        { value: 1, text: '甲' },
        { value: 2, text: '乙' },
      ],
    },
  },
})

export const switchType = defineFieldType(switchValue, {
  Control: lazyControl<ControlProps<ChoiceV, ChoiceFamily['switch']>>(
    async () => (await import('./SwitchControl.tsx')).SwitchControl,
  ),
  QueryControl: SwitchQuery,
  designer: {
    label: '开关',
    group: 'basic',
    icon: 'poweroff',
    sampleValue: 'Y',
    sample: { key: 'fswitch', title: '开关', type: 'switch' },
  },
})

export const checkboxType = defineFieldType(checkboxValue, {
  Control: lazyControl<ControlProps<CheckboxV, ChoiceFamily['checkbox']>>(
    async () => (await import('./CheckboxControl.tsx')).CheckboxControl,
  ),
  QueryControl: CheckboxQuery,
  designer: {
    label: '勾选',
    group: 'basic',
    icon: 'check-square',
    sampleValue: 'Y',
    sample: { key: 'fcheck', title: '勾选', type: 'checkbox', customValue: ['Y', 'N'] },
  },
})

export const selSearchType = defineFieldType(selSearchValue, {
  Control: lazyControl<ControlProps<string, ChoiceFamily['sel_search']>>(
    async () => (await import('./SelSearchControl.tsx')).SelSearchControl,
  ),
  QueryControl: lazyControl<QueryControlProps<ChoiceFamily['sel_search']>>(
    async () => (await import('./SelSearchQueryControl.tsx')).SelSearchQuery,
  ),
  designer: {
    label: '字典搜索',
    group: 'choice',
    icon: 'search',
    sampleValue: 'A01',
    sampleText: '省地方志馆',
    sample: {
      key: 'fholder',
      title: '字典搜索',
      type: 'sel_search',
      dictCode: 'sys_depart,depart_name,org_code',
    },
  },
})

export const listMultiType = defineFieldType(listMultiValue, {
  Control: lazyControl<ControlProps<string, ChoiceSettings>>(
    async () => (await import('./ListMultiControl.tsx')).ListMultiControl,
  ),
  QueryControl: ChoiceQuery,
  designer: {
    label: '多选下拉',
    group: 'choice',
    icon: 'unordered-list',
    sample: {
      key: 'fmulti',
      title: '多选下拉',
      type: 'list_multi',
      options: [
        { value: '1', text: '甲' },
        { value: '2', text: '乙' },
        { value: '3', text: '丙' },
      ],
    },
  },
})

export const checkboxGroupType = defineFieldType(checkboxGroupValue, {
  Control: lazyControl<ControlProps<string, ChoiceSettings>>(
    async () => (await import('./CheckboxGroupControl.tsx')).CheckboxGroupControl,
  ),
  QueryControl: ChoiceQuery,
  isMultiline: true,
  designer: {
    label: '多选框组',
    group: 'choice',
    icon: 'check-square',
    sample: {
      key: 'fmulti',
      title: '多选框组',
      type: 'checkbox_group',
      options: [
        { value: '1', text: '甲' },
        { value: '2', text: '乙' },
        { value: '3', text: '丙' },
      ],
    },
  },
})

export const tagsType = defineFieldType(tagsValue, {
  Cell: TagsCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./TagsControl.tsx')).TagsControl),
  QueryControl: TextQuery,
  isDrawn: true,
  isMultiline: true,
  designer: {
    label: '标签',
    group: 'other',
    icon: 'tags',
    sampleValue: '善本;浙江;急件',
    sample: { key: 'ftags', title: '标签', type: 'tags' },
  },
})

export const choiceTypes = {
  select: selectType,
  radio: radioType,
  switch: switchType,
  checkbox: checkboxType,
  sel_search: selSearchType,
  list_multi: listMultiType,
  checkbox_group: checkboxGroupType,
  tags: tagsType,
} satisfies Record<keyof typeof choiceValues, AnyFieldType>
