import { noRoute } from "../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = noRoute();
