import { type TProperties, Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { AnyObject, closed, OrNull, Text } from '../lib/schemas.ts'
import { FittingSources, Guess, MailedFile, StoredFile } from './guess.ts'
import { MailSettings } from './mail.ts'
import { RunAnswer } from './run.ts'
import { Sample } from './sample.ts'
import {
  KIND_SETTINGS,
  MappingObject,
  Secrets,
  SourceHistory,
  SourceIdAnswer,
  SourceInput,
  SourcesAnswer,
  SourceTokenAnswer,
} from './source.ts'
import { SOURCE_PATHS } from './source-paths.ts'
import { Trial } from './trial.ts'

/** Maximum size of a body in bytes: a mapping may list many spellings and warehouses. */
const MAPPING_BYTES = 1024 * 1024
/** Maximum length of a finding's key, which has the name of a column or a file. */
const MAX_KEY_LENGTH = 2_000

export const ImportDay = Type.Optional(
  Type.String({ maxLength: 10, description: 'ГГГГ-ММ-ДД, по умолчанию сегодня' }),
)
/** Path parameter of calls about a source. */
export const SourceId = { id: Text(64) } satisfies TProperties
const params = SourceId

/** Calls about sources and their runs (specification 12.4 and 13.1 to 13.3). */
export const SOURCE_CALLS = declareCalls(
  SOURCE_PATHS.sources,
  { by: 'admin' },
  {
    list: { get: '', summary: 'Источники цен', answer: SourcesAnswer },
    mappingSchema: {
      get: '/mapping-schema',
      summary: 'JSON Schema описания прайс-листа',
      answer: AnyObject(),
    },
    create: {
      post: '',
      maxBytes: MAPPING_BYTES,
      summary: 'Добавить источник',
      body: SourceInput,
      answer: SourceIdAnswer,
    },
    one: { get: '/:id', params, summary: 'Источник, его запуски и дни', answer: SourceHistory },
    change: {
      post: '/:id',
      params,
      maxBytes: MAPPING_BYTES,
      summary: 'Изменить источник',
      body: SourceInput,
      answer: SourceIdAnswer,
    },
    remove: { post: '/:id/remove', params, summary: 'Удалить источник; загруженные цены остаются' },
    run: {
      post: '/:id/run',
      params,
      summary: 'Запустить сейчас, или загрузить цены из файла',
      body: Type.Object({ file: Type.Optional(Text(64)), day: ImportDay }, closed),
      answer: RunAnswer,
    },
    createToken: {
      post: '/:id/token',
      params,
      proof: true,
      summary: 'Выдать ключ для загрузки; прежний перестаёт действовать',
      answer: SourceTokenAnswer,
    },
    removeToken: { post: '/:id/token/remove', params, summary: 'Отозвать ключ для загрузки' },
    askAgain: {
      post: '/:id/answered/remove',
      params,
      summary: 'Снова спрашивать о том, что отмечено верным',
      body: Type.Object({ key: Text(MAX_KEY_LENGTH) }, closed),
    },
    accept: { post: '/runs/:run/accept', summary: 'Принять задержанный прайс-лист' },
    decline: { post: '/runs/:run/decline', summary: 'Отклонить задержанный прайс-лист' },
    openHeld: {
      post: '/runs/:run/file',
      summary: 'Открыть файл задержанного прайс-листа, чтобы посмотреть на него; хранится сутки',
      answer: StoredFile,
    },
    rejects: {
      get: '/runs/:run/rejects',
      file: true,
      summary: 'Отклонённые записи запуска: файл JSON Lines',
    },
  },
)

const file = { file: Text(64) }

/** Calls that inspect price lists before anything is saved (specification 12.12, 13.6, 13.11 and 13.16). */
export const SOURCE_FILE_CALLS = declareCalls(
  SOURCE_PATHS.files,
  { by: 'admin' },
  {
    fetch: {
      post: '/fetch',
      summary: 'Скачать файл с адреса, чтобы посмотреть на него',
      body: Type.Object(
        {
          address: Text(4_000),
          secrets: Type.Optional(OrNull(Secrets)),
          api: KIND_SETTINGS.api,
          source: Type.Optional(Text(64)),
          /** key that the SFTP server must have, '' for any; by default that of the source */
          host_key: Type.Optional(Text(60)),
        },
        closed,
      ),
      answer: StoredFile,
    },
    findMail: {
      post: '/mail',
      // A password must not be guessed with this server's help.
      perMinute: 20,
      summary: 'Найти прайс-лист в почте, чтобы посмотреть на него; письмо не меняется',
      body: Type.Object(
        {
          address: Text(4_000),
          mail: MailSettings,
          secrets: Type.Optional(OrNull(Secrets)),
          source: Type.Optional(Text(64)),
        },
        closed,
      ),
      answer: MailedFile,
    },
    guess: {
      post: '/:file/guess',
      params: file,
      maxBytes: MAPPING_BYTES,
      summary: 'Что за прайс-лист: формат, колонки, поля',
      body: Type.Object({ records: Type.Optional(Type.Object({})) }, closed),
      answer: Guess,
    },
    sample: {
      post: '/:file/sample',
      params: file,
      maxBytes: MAPPING_BYTES,
      summary: 'Первые записи файла, прочитанные по описанию',
      body: Type.Object({ mapping: MappingObject }, closed),
      answer: Sample,
    },
    sources: {
      post: '/:file/sources',
      params: file,
      summary: 'Чей это прайс-лист: источники, чьё описание его читает',
      answer: FittingSources,
    },
    trial: {
      post: '/:file/trial',
      params: file,
      maxBytes: MAPPING_BYTES,
      summary: 'Что загрузилось бы из файла; ничего не записывается',
      body: Type.Object(
        {
          mapping: MappingObject,
          site: Text(300),
          day: Text(10),
          max_bad: Type.Number({ minimum: 0, maximum: 100 }),
        },
        closed,
      ),
      answer: Trial,
    },
  },
)
