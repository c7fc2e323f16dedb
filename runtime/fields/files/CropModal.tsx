import { Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import { errorText } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type Area, cutOut } from './crop.ts'

interface Props {
  file: File
  /** Width by height; by default the ratio of the picture. */
  ratio?: number
  /** Receives the cropped part, or null if the user cancelled. */
  onDone(file: File | null): void
}

const MIN_ZOOM = 1
const MAX_ZOOM = 4
const stage = { position: 'relative', height: 360, background: 'var(--ant-color-fill-secondary)' } as const

/** Crops a picture before the upload: by dragging or arrow keys, zoomed by the slider. */
export function CropModal({ file, ratio, onDone }: Props) {
  const { notify } = useServices()
  const [url, setUrl] = useState<string>()
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(MIN_ZOOM)
  const [ownRatio, setOwnRatio] = useState<number>()
  const [area, setArea] = useState<Area | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const cut = async () => {
    if (!area) return
    setBusy(true)
    const part = await cutOut(file, area).catch(() => null)
    if (part === null) notify('error', errorText('UPLOAD_FAILED', { name: file.name }))
    onDone(part)
  }
  return (
    <Modal
      open
      maskClosable={false}
      title="裁剪图片"
      okText="确定"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: area === null }}
      onOk={() => void cut()}
      onCancel={() => onDone(null)}
    >
      <div style={stage}>
        <Cropper
          image={url}
          crop={at}
          zoom={zoom}
          minZoom={MIN_ZOOM}
          maxZoom={MAX_ZOOM}
          aspect={ratio ?? ownRatio ?? 1}
          mediaProps={{ alt: file.name }}
          cropperProps={{ 'aria-label': '裁剪范围' }}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => setOwnRatio(naturalWidth / naturalHeight)}
          onCropChange={setAt}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
        />
      </div>
      <Slider
        ariaLabelForHandle="缩放"
        min={MIN_ZOOM}
        max={MAX_ZOOM}
        step={0.1}
        value={zoom}
        onChange={setZoom}
      />
    </Modal>
  )
}
