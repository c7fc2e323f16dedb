import type { FieldErrorState } from '../fields/field-error.ts'
import { TextField } from '../fields/TextField.tsx'
import type { Captcha } from './useCaptcha.ts'

interface Props {
  name: string
  mark: FieldErrorState | undefined
  onChange(): void
  captcha: Captcha
  renew(): Promise<void>
}

/** The characters of a picture; a click on it draws another. */
export function CaptchaField({ captcha, renew, mark, ...field }: Props) {
  return (
    <TextField
      {...field}
      // A new captcha clears the answer.
      key={captcha.key}
      label="验证码"
      placeholder="请输入图中字符"
      autoComplete="off"
      maxLength={8}
      mark={mark ?? captcha.fault}
      end={
        <button type="button" className="app-captcha" aria-label="换一张验证码" onClick={() => void renew()}>
          {captcha.picture ? <img src={captcha.picture} alt="验证码" /> : '重新载入'}
        </button>
      }
    />
  )
}
