import { fieldType } from '#runtime/schema/language/property.ts'
import { pickedRecordSettings, recordSettings } from '#runtime/schema/language/settings.ts'

export const peopleFamilySettings = {
  sel_depart: {
    type: fieldType('sel_depart', '部门', '存主键；dictCode 写 sys_depart,depart_name,org_code 就存机构编码'),
    ...recordSettings,
  },
  sel_user: {
    type: fieldType('sel_user', '用户', '存账号，显示姓名；多选时查询写 "query": "like"'),
    ...pickedRecordSettings,
  },
  sel_role: { type: fieldType('sel_role', '角色', '存主键，显示名称'), ...pickedRecordSettings },
  sel_position: { type: fieldType('sel_position', '职务', '存编码，显示名称'), ...pickedRecordSettings },
}
