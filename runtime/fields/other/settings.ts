import { Code, DocumentId } from '#runtime/schema/language/base.ts'
import { type FamilySettings, fieldType, required } from '#runtime/schema/language/property.ts'

export const otherFamilySettings = {
  hidden: { type: fieldType('hidden', '隐藏', '存值不显示') },
  normal: { type: fieldType('normal', '只看的文字', '只看不改') },
  slot: {
    type: fieldType('slot', '登记的控件', '由登记过的控件画'),
    widget: required('控件', '登记过的控件的名字', 'rating', Code),
  },
  link: { type: fieldType('link', '链接', 'http、https、mailto 或以 / 开头，别的不能点') },
  qrcode: { type: fieldType('qrcode', '二维码', '文字和它的二维码') },
  slide_verify: { type: fieldType('slide_verify', '滑块验证', '不存；要必须通过就写 required') },
  super_query: {
    type: fieldType('super_query', '查询条件', '存一组高级查询的条件'),
    source: required('哪个列表', '用哪份界面或报表的字段写条件', 'stock/in-bill', DocumentId),
  },
  cron: { type: fieldType('cron', 'cron 表达式', '定时执行的时间，Quartz 写法：秒 分 时 日 月 周 年') },
}

/** The settings of each type of the family, by its word. */
export type OtherFamily = FamilySettings<typeof otherFamilySettings>
