/** An answer that switches protocols although the request does not ask for this. */
export const SWITCHING_PROTOCOLS =
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'
