export const dateSettings = {}

export const datetimeSettings = {}

export const timeSettings = {}

export const monthSettings = {}

export const yearSettings = {}

export const dateFamilySettings = {
  date: dateSettings,
  datetime: datetimeSettings,
  time: timeSettings,
  month: monthSettings,
  year: yearSettings,
}
