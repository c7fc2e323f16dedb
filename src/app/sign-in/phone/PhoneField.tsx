import { TextField, type TextFieldProps } from '../fields/TextField.tsx'

export const phoneFault = (value: string): string | undefined => {
  const text = value.trim()
  if (text === '') return '请输入手机号码!'
  return /^1\d{10}$/.test(text) ? undefined : '请输入正确的手机号码!'
}

export const PhoneField = (field: Omit<TextFieldProps, 'label'>) => (
  <TextField
    {...field}
    label="手机号"
    placeholder="请输入手机号码"
    type="tel"
    inputMode="numeric"
    autoComplete="tel-national"
    maxLength={11}
    start={
      <span className="app-prefix" aria-hidden="true">
        +86
      </span>
    }
  />
)
