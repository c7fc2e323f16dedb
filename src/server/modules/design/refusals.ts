import { defineRefusals } from '../../platform/http/refusals.ts'

/** The refusals that releases, renames, removals, packages and reviews share. */
export const refuseRelease = defineRefusals({
  DESIGN_NOTE: '说明里有不能保存的字符，请重新输入说明：{text}',
  DESIGN_NO_DRAFT: '没有草稿可以发布，请先修改',
  DESIGN_PROBLEMS: '文档有错误，请先改好再发布',
  DESIGN_MEANWHILE: '刚刚有人发布了这个文档，请再发布一次',
  DESIGN_SMOKE: '试用没有通过，没有发布：{faults}',
  DESIGN_STEP: '{step}没有成功，数据库没有改动：{reason}',
})
