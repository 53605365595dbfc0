import { noRoute } from "../_server/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = noRoute();
