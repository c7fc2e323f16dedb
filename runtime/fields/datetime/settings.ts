export const datetimeSettings = {}
