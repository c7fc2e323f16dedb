import {
  AlignLeftOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  CalendarOutlined,
  CheckCircleOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  CodeOutlined,
  DownSquareOutlined,
  EditOutlined,
  EnvironmentOutlined,
  EyeInvisibleOutlined,
  FieldTimeOutlined,
  FileMarkdownOutlined,
  FileTextOutlined,
  FilterOutlined,
  FontSizeOutlined,
  FormOutlined,
  FunctionOutlined,
  IdcardOutlined,
  LinkOutlined,
  Loading3QuartersOutlined,
  LockOutlined,
  NumberOutlined,
  PaperClipOutlined,
  PartitionOutlined,
  PictureOutlined,
  PoweroffOutlined,
  QrcodeOutlined,
  SafetyOutlined,
  SearchOutlined,
  SelectOutlined,
  SlidersOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UploadOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

interface IconProps {
  'aria-hidden'?: boolean
  className?: string
}

const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
  'align-left': AlignLeftOutlined,
  apartment: ApartmentOutlined,
  calendar: CalendarOutlined,
  'check-circle': CheckCircleOutlined,
  'check-square': CheckSquareOutlined,
  'clock-circle': ClockCircleOutlined,
  code: CodeOutlined,
  'down-square': DownSquareOutlined,
  edit: EditOutlined,
  environment: EnvironmentOutlined,
  'eye-invisible': EyeInvisibleOutlined,
  'field-time': FieldTimeOutlined,
  'file-markdown': FileMarkdownOutlined,
  'file-text': FileTextOutlined,
  filter: FilterOutlined,
  'font-size': FontSizeOutlined,
  form: FormOutlined,
  function: FunctionOutlined,
  idcard: IdcardOutlined,
  link: LinkOutlined,
  'loading-3-quarters': Loading3QuartersOutlined,
  lock: LockOutlined,
  number: NumberOutlined,
  'paper-clip': PaperClipOutlined,
  partition: PartitionOutlined,
  picture: PictureOutlined,
  poweroff: PoweroffOutlined,
  qrcode: QrcodeOutlined,
  safety: SafetyOutlined,
  search: SearchOutlined,
  select: SelectOutlined,
  sliders: SlidersOutlined,
  table: TableOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  'unordered-list': UnorderedListOutlined,
  upload: UploadOutlined,
  user: UserOutlined,
}

interface Props extends Pick<IconProps, 'className'> {
  name: string
}

/** The icon of a field type, by the name in its `designer` part. A menu gives its icons a class. */
export function TypeIcon({ name, className = '' }: Props) {
  const Icon = icons[name] ?? AppstoreOutlined
  return <Icon aria-hidden className={className} />
}
