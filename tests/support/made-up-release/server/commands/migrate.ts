// @ts-expect-error plain JavaScript
import { migrate, open } from '../database.mjs'

migrate(open())
